import { plural } from './plural.ts';

export const direct = {
  people: 'People',
  placeholder: 'Type a name',
  found: 'People found',
  chosen: 'Chosen people',
  remove: (name: string) => `Remove ${name}`,
  open: 'Open conversation',
  message: 'Message',
  noneFound: 'No one has that name.',
  noneChosen: 'Choose at least one person.',
  full: (count: number) =>
    plural(count, {
      one: `A conversation has at most ${count} other person.`,
      other: `A conversation has at most ${count} other people.`,
    }),
};
