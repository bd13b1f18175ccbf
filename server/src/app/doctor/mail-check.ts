import type { Config } from '../../config/config.ts';
import { toLogText } from '../../mail/mail-problem.ts';
import { verifyMailServer } from '../../mail/mailer.ts';
import type { Check } from './finding.ts';

/** Connects and signs in, without sending a mail. */
export function createMailCheck({ mail }: Pick<Config, 'mail'>): Check {
  return {
    name: 'mail',
    async run() {
      if (!mail)
        return { status: 'skipped', text: 'There is no mail server: people cannot reset their passwords.' };
      const problem = await verifyMailServer(mail);
      if (!problem) return { status: 'ok', text: 'The mail server answers, and accepts the sign-in.' };
      return {
        status: 'fail',
        text: `No mail can be sent: ${toLogText(problem)}.`,
        next: 'Check SNUG_SMTP_URL.',
      };
    },
  };
}
