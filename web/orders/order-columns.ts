// Open orders stand side by side where there is room, so that the button that cancels one is near its words.
export const orderColumns =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-10'
