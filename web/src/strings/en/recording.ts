export const recording = {
  title: 'Recording',
  starting: 'Waiting for the microphone...',
  sending: 'Sending the recording...',
  discardRecording: 'Discard recording',
  kept: (duration: string) => `Voice message, ${duration}`,
  notSent: 'Not sent',
  tryAgain: 'Try again',
  send: 'Send recording',
  discard: 'Discard',

  full: "That's the longest recording possible",
  gone: 'The microphone was disconnected. You can still send what was recorded.',
  left: 'Your recording was paused and is waiting in its room',

  notAllowed: 'Snug needs the microphone. Allow it in your browser settings.',
  notFound: 'No microphone found. Connect one and try again.',
  notReadable: "Can't use the microphone. Another app may be using it.",
  notSecure: 'Recording needs a secure (https) connection',
  failed: "The recording didn't work. Try again.",
};
