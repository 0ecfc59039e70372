// The look of a field. A file of its own, because the forms of orders have fields of another kind.

export const fieldLook =
  'h-11 w-full min-w-0 rounded-control border border-control bg-surface px-3.5 text-16 aria-[invalid=true]:border-loss'
