export const pictures = {
  countOf: (index: number, count: number) => `${index} of ${count}`,
  sentBy: (author: string, at: string) => `${author} · ${at}`,
  previous: 'Previous picture',
  next: 'Next picture',

  avatar: 'Adjust and upload new Avatar',
  part: 'Crop area: use the arrow keys to move it',
  zoom: 'Zoom',
  upload: 'Upload new avatar',
  uploaded: 'Avatar has been uploaded',
};
