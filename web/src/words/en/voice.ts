/** Recording a voice message. */
export const voice = {
  record: 'Record voice message',
  stop: 'Stop and send',
  recording: 'Recording',
  starting: 'Waiting for the microphone...',
  sending: 'Sending the recording...',
  discardRecording: 'Discard recording',
  kept: (duration: string) => `Voice message, ${duration}`,
  notSent: 'Not sent',
  tryAgain: 'Try again',
  send: 'Send recording',
  discard: 'Discard',
  full: 'The recording is as long as a file may be',
  gone: 'The microphone is gone: what was recorded can be sent',
  left: 'The recording was stopped and waits in its room',

  notAllowed: 'Snug may not use the microphone: allow it in the settings of the browser',
  notFound: 'No microphone was found',
  notReadable: 'The microphone does not answer, another program may be using it',
  notSecure: 'Browsers give the microphone only to pages that come over https',
  failed: 'The recording failed',
};
