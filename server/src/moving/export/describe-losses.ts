import { formatCount } from '../../base/describe-count.ts';
import type { SlackLosses } from '../../export/slack/slack-entries.ts';

const LOSSES: Readonly<Record<keyof SlackLosses, string>> = {
  notices: 'lines that Snug posted',
  reactions: "reactions with emoji that Slack doesn't have",
  edits: 'edits before the last one of a message',
  answers: 'marks of which message of a conversation a reply answers',
  authors: 'authors of deleted messages',
  roomNames: 'names of rooms as people spell them',
};

/** A line for each kind that there is, after a line that says what they are. */
export function describeLosses(lost: SlackLosses): string[] {
  const lines = Object.entries(LOSSES).flatMap(([kind, text]) => {
    const count = lost[kind as keyof SlackLosses];
    return count > 0 ? [`- ${text}: ${formatCount(count)}`] : [];
  });
  return lines.length > 0 ? ["Slack's form has no place for:", ...lines] : [];
}
