export const files = {
  attach: 'Attach files',
  download: (file: string) => `Download ${file}`,
  downloadTooltip: 'Download',
  /** Each unit is 1,024 of the previous one. */
  units: ['B', 'KB', 'MB', 'GB'],
  tooLargeToShow: 'Too large to show here',
  tooManyPixels: (megapixels: string) => `Too large to show here: ${megapixels} megapixels`,
  kindAndSize: (extension: string, size: string) => `${extension} · ${size}`,
  size: (amount: string, unit: string) => `${amount} ${unit}`,

  voiceMessage: 'Voice message',
};
