import { plural } from './plural.ts';

export const reactions = {
  /** `emoji`: its name, or the emoji itself. */
  people: (emoji: string, count: number) =>
    plural(count, { one: `${emoji}, ${count} person`, other: `${emoji}, ${count} people` }),
  more: (count: number) =>
    plural(count, { one: `Show ${count} more reaction`, other: `Show ${count} more reactions` }),
};
