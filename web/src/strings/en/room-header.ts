export const roomHeader = {
  editByAdmin: 'Admin: edit room',
  editTooltip: 'Edit room',
  adminLetter: 'A',
  people: 'People',
  pins: 'Pinned messages',
  files: 'Files',
  options: 'Room options',
  viewerCount: (count: number) => `${count} here now`,
};
