export const audio = {
  unsupported: 'Your browser doest not support the audio element.',
  play: 'Play',
  pause: 'Pause',
  position: 'Position',
  positionOf: (elapsed: string, total: string) => `${elapsed} of ${total}`,
  positionOnly: (elapsed: string) => `${elapsed} of unknown length`,
  speed: (times: string) => `Speed ${times}x`,
  shortSpeed: (times: string) => `${times}x`,
  blocked: 'Your browser is blocking sound',
};
