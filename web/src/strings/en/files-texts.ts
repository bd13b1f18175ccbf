export const filesTexts = {
  uploads: {
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
    sentAsIs: 'Will be sent as it is',
    keepsPlace: 'Keeps the place where it was taken, if it has one',
    limitedByProxy: 'The server in front of Snug limits uploads. Ask its admin to allow larger files.',
    tooLarge: (file: string, size: string, limit: string) =>
      `${file} wasn't added: ${size} is over the ${limit} limit`,
    tooMany: (file: string, most: number) => `${file} wasn't added: you can send ${most} files at a time`,
    unreadable: (file: string) =>
      `${file} was left out: it's a folder, or it has moved or changed. Choose it again.`,
  },

  pictures: {
    countOf: (index: number, count: number) => `${index} of ${count}`,
    sentBy: (author: string, at: string) => `${author} · ${at}`,
    previous: 'Previous picture',
    next: 'Next picture',

    avatar: 'Adjust and upload new Avatar',
    part: 'Crop area: use the arrow keys to move it',
    zoom: 'Zoom',
    upload: 'Upload new avatar',
    uploaded: 'Avatar has been uploaded',
  },

  audio: {
    unsupported: 'Your browser doest not support the audio element.',
    play: 'Play',
    pause: 'Pause',
    position: 'Position',
    positionOf: (elapsed: string, total: string) => `${elapsed} of ${total}`,
    positionOnly: (elapsed: string) => `${elapsed} of unknown length`,
    speed: (times: string) => `Speed ${times}x`,
    shortSpeed: (times: string) => `${times}x`,
    blocked: 'Your browser is blocking sound',
  },

  roomFiles: {
    title: (room: string) => `Files in ${room}`,
    kinds: 'Kinds',
    pictures: 'Pictures',
    files: 'Files',
    links: 'Links',
    voice: 'Voice messages',
    noPictures: 'No pictures yet',
    noFiles: 'No files yet',
    noLinks: 'No links yet',
    noVoice: 'No voice messages yet',
  },
};
