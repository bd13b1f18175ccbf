export const roomDetails = {
  edit: 'Edit Room',
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
    placeholder: 'What is this room about?',
    edit: 'Edit description',
    save: 'Save description',
    cancel: 'Cancel editing description',
    empty: 'Description can not be empty',
  },

  membersInvite: 'Members may invite people',

  invitation: 'Invitation',
  inviteDescription: 'Share this link or let people scan the code.',
  qrCode: 'QR code for this link',
  copyLink: 'Copy link',

  about: (room: string) => `About ${room}`,
  peopleIn: (room: string) => `People in ${room}`,
  viewing: 'Here now',
  findPeople: 'Find people',
  noneFound: 'No one here has that name.',
  you: 'you',
  admin: 'Admin',
  invite: 'Invite people',
  /** `count`: a minimum. */
  more: (count: number) => `and at least ${count} more`,
};
