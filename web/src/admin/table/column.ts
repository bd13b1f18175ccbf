import type { ReactNode } from 'react';
import type { Order } from './sorting.ts';

export interface Column<Row> {
  name: string;
  /** How the server can sort by it. */
  order?: Order;
  /** `title`: the head of the card of a row on narrow screens. */
  kind?: 'title' | 'number' | 'actions';
  render: (row: Row) => ReactNode;
}
