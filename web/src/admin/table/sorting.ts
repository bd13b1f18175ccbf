import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useSearchParam } from '../../ui/browser/location.ts';
import { setSearchParam } from './search-param.ts';

/** `by`: the name of the order in commands. */
export interface Order {
  by: string;
  kind: 'name' | 'time' | 'amount';
}

export interface Sorting {
  by: string;
  descending: boolean;
  sortBy: (by: string, descending: boolean) => void;
}

/** In the address, so that it survives a reload and Back. `orders`: the first one is the default. */
export function useSorting(orders: readonly [Order, ...Order[]]): Sorting {
  const [, sign = '', wanted] = /^(-?)(.*)$/.exec(useSearchParam('sort') ?? '') ?? [];
  const order = orders.find(({ by }) => by === wanted);
  const { by, descending } = order
    ? { by: order.by, descending: sign === '-' }
    : { by: orders[0].by, descending: isDescendingFirst(orders[0]) };
  const sortBy = (next: string, isDescending: boolean) =>
    setSearchParam('sort', `${isDescending ? '-' : ''}${next}`);
  return { by, descending, sortBy };
}

/** Names begin with A; times and amounts with the newest and the largest. */
export function isDescendingFirst({ kind }: Order): boolean {
  return kind !== 'name';
}

export function describeOrder(column: string, { kind }: Order, descending: boolean): string {
  const texts = lazyStrings.admin.orders[kind];
  return (descending ? texts.descending : texts.ascending)(column);
}
