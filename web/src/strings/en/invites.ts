import { plural } from './plural.ts';

export const invites = {
  link: 'Invitation link',
  description: 'Share this link or let people scan the code.',
  expires: 'Expires',
  days: (count: number) => plural(count, { one: 'After 1 day', other: `After ${count} days` }),
  uses: 'Uses',
  people: (count: number) => plural(count, { one: '1 person', other: `${count} people` }),
  create: 'New link',
  active: 'Active invitations',
  used: (uses: number, max: number) => `${uses} of ${max} used`,
  until: (date: string) => `until ${date}`,
  revoke: 'Revoke',
  revokeOf: (person: string, details: string) => `Revoke the invitation by ${person}, ${details}`,
  revoked: 'Invitation revoked',
  notAllowed: 'Only admins can invite people to this room.',

  join: (room: string) => `Join ${room}?`,
  invitedBy: (person: string) => `${person} invites you.`,
  joinRoom: 'Join room',
  over: 'This invitation no longer works. Ask for a new link.',
};
