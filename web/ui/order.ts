// The order of a table by one of its columns.

export interface Order<Column> {
  readonly by: Column
  readonly direction: 'ascending' | 'descending'
}

export const turned = <Column>({ by, direction }: Order<Column>): Order<Column> => ({
  by,
  direction: direction === 'ascending' ? 'descending' : 'ascending',
})

/** The same column again turns the order. */
export const orderBy = <Column>({ by, direction }: Order<Column>, before: Order<Column>) =>
  by === before.by ? turned(before) : { by, direction }
