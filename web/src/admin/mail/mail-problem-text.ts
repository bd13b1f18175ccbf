import type { MailProblem } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';

/** What is wrong and what to do next, with the words of the mail server. */
export function mailProblemText({ reason, server, detail }: MailProblem): string {
  const { mailProblems, mailProblem, mailResponse } = lazyStrings.admin;
  const text = (Object.hasOwn(mailProblems, reason) ? mailProblems[reason] : undefined) ?? mailProblem;
  return detail === undefined ? text(server) : `${text(server)} ${mailResponse(detail)}`;
}
