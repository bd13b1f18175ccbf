export const files = {
  attach: 'Attach files',
  dropHere: 'Drop files to send them here',
  download: (file: string) => `Download ${file}`,
  downloadTooltip: 'Download',
  limitedByProxy: 'The server in front of Snug limits uploads. Ask its admin to allow 5 MB.',
  uploading: (file: string) => `Uploading ${file}`,
  /** Each unit is 1,024 of the previous one. */
  units: ['B', 'KB', 'MB', 'GB'],
  kindAndSize: (extension: string, size: string) => `${extension} · ${size}`,
  size: (amount: string, unit: string) => `${amount} ${unit}`,

  voiceMessage: 'Voice message',
  noAudio: 'Your browser doest not support the audio element.',
  play: 'Play',
  pause: 'Pause',
  position: 'Position',
  positionOf: (elapsed: string, total: string) => `${elapsed} of ${total}`,
  positionOnly: (elapsed: string) => `${elapsed} of unknown length`,
  speed: (times: string) => `Speed ${times}x`,
  shortSpeed: (times: string) => `${times}x`,
  soundsBlocked: 'Your browser is blocking sound',
};
