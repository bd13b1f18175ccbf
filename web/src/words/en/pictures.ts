/** Pictures that are looked at, and the one that becomes an avatar. */
export const pictures = {
  countOf: (index: number, count: number) => `${index} of ${count}`,
  previous: 'Previous picture',
  next: 'Next picture',

  avatar: 'Adjust and upload new Avatar',
  part: 'Part of the picture, moved by the arrow keys',
  zoom: 'Zoom',
  upload: 'Upload new avatar',
  uploaded: 'Avatar has been uploaded',
};
