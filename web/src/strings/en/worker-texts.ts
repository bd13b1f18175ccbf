import { plural } from './plural.ts';

/** The service worker shows these, outside of the page. */
export const workerTexts = {
  notifications: {
    snug: 'Snug',
    authorIn: (author: string, room: string) => `${author} in ${room}`,
    /** `count`: "7", or "99+" from 100 on. */
    newIn: (count: string, room: string) => `${count} new in ${room}`,
    newFrom: (count: string, name: string) => `${count} new from ${name}`,
    newMessages: (number: number, count: string) =>
      plural(number, { one: `${count} new message`, other: `${count} new messages` }),
    summary: (count: string, rooms: number) =>
      plural(rooms, { one: `${count} new in ${rooms} room`, other: `${count} new in ${rooms} rooms` }),
    line: (author: string, words: string) => `${author}: ${words}`,
    files: {
      photo: (name: string) => `Photo · ${name}`,
      voice: () => 'Voice message',
      audio: (name: string) => `Audio · ${name}`,
      video: (name: string) => `Video · ${name}`,
      file: (name: string) => `File · ${name}`,
    },
    reminder: 'Reminder',
    reminderIn: (room: string) => `Reminder: ${room}`,
    reminderHidden: 'You asked to be reminded of a message',
    sessionEnds: (date: string) => `This device will be signed out on ${date}`,
    openToStay: 'Open Snug to stay signed in.',
    test: 'Notifications work on this device',
  },
};
