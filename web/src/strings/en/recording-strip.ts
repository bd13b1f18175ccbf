export const recordingStrip = {
  recording: 'Recording',
  starting: 'Waiting for the microphone...',
  sending: 'Sending the recording...',
  discardRecording: 'Discard recording',
  kept: (duration: string) => `Voice message, ${duration}`,
  notSent: 'Not sent',
  tryAgain: 'Try again',
  send: 'Send recording',
  discard: 'Discard',
};
