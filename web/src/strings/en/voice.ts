export const voice = {
  record: 'Record voice message',
  stop: 'Stop and send',
  full: "That's the longest recording possible",
  gone: 'The microphone was disconnected. You can still send what was recorded.',
  left: 'Your recording was paused and is waiting in its room',

  notAllowed: 'Snug needs the microphone. Allow it in your browser settings.',
  notFound: 'No microphone found. Connect one and try again.',
  notReadable: "Can't use the microphone. Another app may be using it.",
  notSecure: 'Recording needs a secure (https) connection',
  failed: "The recording didn't work. Try again.",
};
