export const voice = {
  record: 'Record voice message',
  stop: 'Stop and send',
};
