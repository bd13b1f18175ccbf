export const roomHeader = {
  editByAdmin: 'Admin: edit room',
  editTooltip: 'Edit room',
  adminLetter: 'A',
  people: 'People',
  viewerCount: (count: number) => `${count} here now`,

  invitation: 'Invitation',
  inviteDescription: 'Share this link or let people scan the code.',
  qrCode: 'QR code for this link',
  copyLink: 'Copy link',
};
