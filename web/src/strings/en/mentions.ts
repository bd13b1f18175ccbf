import { plural } from './plural.ts';

export const mentions = {
  people: 'People',
  everyone: 'Everyone in this room',
  notifyTitle: (count: number, hasMore: boolean) =>
    plural(count, {
      one: 'Notify 1 person?',
      other: `Notify ${count}${hasMore ? '+' : ''} people?`,
    }),
  notifyDescription: 'Your message will mention everyone in this room.',
  notify: 'Notify',
  goToMessage: 'Go to message',
  none: 'Messages that mention you or answer you appear here',
  offline: "Your mentions will appear when you're back online.",
};
