import { plural } from './plural.ts';

export const composerTexts = {
  writing: {
    format: 'Format',
    formatting: 'Formatting',
    bold: 'Bold',
    italic: 'Italic',
    strike: 'Strikethrough',
    code: 'Code',
    quote: 'Quote',
    list: 'List',
    link: 'Link',
    withKeys: (action: string, keys: string) => `${action} (${keys})`,
    pasted: (count: number, shown: string) =>
      plural(count, { one: `${shown} line pasted`, other: `${shown} lines pasted` }),
    characters: (count: number, shown: string) =>
      plural(count, { one: `${shown} character`, other: `${shown} characters` }),
    sendAsFile: 'Send as a file',
    fileName: 'Pasted text.txt',
    messageFileName: 'Message.txt',
  },

  sendFailure: {
    notSent: 'Not sent',
    tryAgain: 'Try again',
    discard: 'Discard',
  },

  typing: {
    one: (name: string) => `${name} is typing`,
    two: (one: string, other: string) => `${one} and ${other} are typing`,
    several: 'Several people are typing',
  },

  recording: {
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
  },

  sharing: {
    one: (what: string) => `Choose a room for ${what}`,
    files: (count: number) => `Choose a room for ${count} files`,
  },
};
