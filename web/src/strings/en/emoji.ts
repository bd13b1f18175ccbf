import { plural } from './plural.ts';

export const emoji = {
  title: 'Emoji',
  addReaction: 'Add reaction',
  find: 'Find an emoji',
  none: 'No emoji found',
  loadFailed: "Couldn't load the emoji. Check your connection and open this again.",
  recent: 'Recent',
  results: 'Results',
  groups: [
    'Smileys',
    'People',
    'Animals and nature',
    'Food and drink',
    'Travel and places',
    'Activities',
    'Objects',
    'Symbols',
    'Flags',
  ],
  skinTone: 'Skin tone',
  tones: ['Default', 'Light', 'Medium-light', 'Medium', 'Medium-dark', 'Dark'],
  /** Names of people who reacted. */
  others: (count: number) => plural(count, { one: `and ${count} more`, other: `and ${count} more` }),
  namesFailed: "Couldn't load the names. Try again.",
};
