export const files = {
  attach: 'Attach files',
  dropHere: 'Drop files to send them here',
  download: (file: string) => `Download ${file}`,
  downloadTooltip: 'Download',
  uploading: (file: string) => `Uploading ${file}`,
  /** Each unit is 1,024 of the previous one. */
  units: ['B', 'KB', 'MB', 'GB'],
  kindAndSize: (extension: string, size: string) => `${extension} · ${size}`,
  size: (amount: string, unit: string) => `${amount} ${unit}`,

  voiceMessage: 'Voice message',
};
