import { plural } from './plural.ts';

export const dataDownload = {
  label: 'Your data',
  value: 'Keep a copy of everything that is yours',
  heading: 'Download my data',
  action: 'Download my data',
  explanation:
    'You get a ZIP archive with your profile, your messages and files, and your rooms, reactions, mentions, saved messages, pins, blocks, reports and invitations. No passwords or codes.',
  messages: (count: number, shown: string) =>
    plural(count, { one: `${shown} message`, other: `${shown} messages` }),
  files: (count: number, shown: string) => plural(count, { one: `${shown} file`, other: `${shown} files` }),
  size: (messages: string, files: string, size: string) => `About ${messages} and ${files} (${size})`,
  largeSize: (messages: string, files: string, size: string) =>
    `About ${messages} and more than ${files} (more than ${size})`,
  measuring: 'Counting your messages and files …',
  start: 'Download',
  started: 'Your download starts. Your browser shows its progress and keeps the archive in its downloads.',
  where:
    "Your browser shows the progress and keeps the archive in its downloads. Keep it private: it's all yours.",
};
