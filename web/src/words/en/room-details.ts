/** Editing a room, inviting others to it, and who is in it. */
export const roomDetails = {
  edit: 'Edit Room',
  editByAdmin: 'Admin: edit room',
  editTip: 'Edit room',
  adminLetter: 'A',
  updated: 'Successfully updated',
  name: {
    label: 'Name',
    placeholder: 'Write your name',
    edit: 'Edit name',
    save: 'Save name',
    cancel: 'Cancel editing name',
    empty: 'Message can not be empty',
  },
  description: {
    label: 'Description',
    placeholder: 'Write your name',
    edit: 'Edit description',
    save: 'Save description',
    cancel: 'Cancel editing description',
    empty: 'Description can not be empty',
  },

  invitation: 'Invitation',
  inviteWords: 'Invite others: send them the link, or let them scan the code.',
  qrCode: 'QR code of this link',
  copyLink: 'Copy link',

  people: 'People',
  peopleIn: (room: string) => `People in ${room}`,
  countHere: (count: number) => `${count} here now`,
  hereNow: 'Here now',
  nobodyHere: 'Nobody has this room open.',
  writers: 'Has written here',
  noWriters: 'Nobody yet. The first one could be you.',
  more: (count: number) => `and ${count} more`,
};
