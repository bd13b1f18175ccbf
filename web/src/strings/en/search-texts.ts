import { plural } from './plural.ts';

export const searchTexts = {
  messageSearch: {
    field: 'Search messages',
    filters: 'Filters',
    from: 'From',
    in: 'In',
    has: 'Has',
    date: 'Date',
    parts: {
      picture: 'Picture',
      file: 'File',
      voice: 'Voice message',
      link: 'Link',
      pin: 'Pin',
    },
    mentionOfMe: 'Mention of me',
    savedByMe: 'Saved by me',
    today: 'Today',
    lastDays: (count: number, shown: string) =>
      plural(count, { one: `Last ${shown} day`, other: `Last ${shown} days` }),
    before: 'Before...',
    after: 'After...',
    on: 'On...',
    /** Chips. */
    fromPerson: (name: string) => `From ${name}`,
    inRoom: (name: string) => `In ${name}`,
    beforeDate: (date: string) => `Before ${date}`,
    afterDate: (date: string) => `After ${date}`,
    onDate: (date: string) => `On ${date}`,
    remove: (filter: string) => `Remove ${filter}`,
    /** `option`: of a filter that works only with the server. */
    needsConnection: (option: string) => `${option} (needs a connection)`,
    unknownPerson: 'someone',
    unknownRoom: 'a room',
    me: (name: string) => `${name} (me)`,
    people: 'People',
    rooms: 'Rooms',
    noPerson: (name: string) => `Nobody called “${name}” found`,
    noRoom: (name: string) => `No room called “${name}” found`,

    hint: 'Find what was said in every room that you can read.',
    typedHint: 'You can also type filters:',
    dayHint: "“Before” and “After” don't include the day itself.",
    /** After a hyphen, and in quotes. */
    excludedWord: 'word',
    phrase: 'phrase',
    none: 'No messages found',
    /** If the value of a typed filter is unreadable. */
    dates: 'Write dates as 2026-09-05, 2026-09 or 2026.',
    partsHint: '“has:” can be followed by picture, file, voice, link or pin.',
    searching: 'Searching...',
    searchedBackTo: (date: string) => `Searched back to ${date}`,
    searchFurtherBack: 'Search further back',
    behind: 'Search is still being prepared: older messages are missing',
    offline: "You're offline: searching the newest messages kept on this device",
    keptRooms: (count: number, shown: string, date: string) =>
      plural(count, {
        one: `That's ${shown} room, with messages back to ${date}.`,
        other: `That's ${shown} rooms, with messages back to ${date}.`,
      }),
    savedOffline: '“Saved by me” needs a connection. Remove it to search the messages on this device.',
    /** After a search has ended, for screen readers. */
    shown: (count: number, shown: string) =>
      plural(count, {
        one: `${shown} message shown`,
        other: `${shown} messages shown, newest first`,
      }),

    /** In the room. */
    bar: 'Search results',
    previous: 'Previous result',
    next: 'Next result',
    back: 'Back to results',
    /** `text`: the words as typed. */
    searchFor: (text: string) => `Search messages for “${text}”`,
  },
};
