export const uploads = {
  title: 'Upload files',
  choose: 'Choose files',
  orDrop: 'or drop them here',
  dropHere: 'Drop files to send them here',
  uploading: (file: string) => `Uploading ${file}`,
  list: 'Files to send',
  limit: '* only files less than 5mb are allowed',
  otherLimit: (size: string) => `* only files of up to ${size} are allowed`,
  send: 'Send to chat',
  uploaded: (size: string) => `${size}, uploaded`,
  failed: (size: string, why: string) => `${size} · ${why}`,
  again: (file: string) => `Upload ${file} again`,
  remove: (file: string) => `Remove ${file}`,
  limitedByProxy: 'The server in front of Snug limits uploads. Ask its admin to allow larger files.',
  tooLarge: (file: string, size: string, limit: string) =>
    `${file} wasn't added: ${size} is over the ${limit} limit`,
  tooMany: (file: string, most: number) => `${file} wasn't added: you can send ${most} files at a time`,
};
