import type { MailProblem } from '@snug/protocol';
import { systemClock } from '../../base/clock.ts';
import type { Config } from '../../config/config.ts';
import { toLogText } from '../../mail/mail-problem.ts';
import type { MailSettings } from '../../mail/mail-settings.ts';
import { createMailer, verifyMailServer } from '../../mail/mailer.ts';
import { createTestMail } from '../../mail/mails.ts';
import type { Check } from './finding.ts';

/** A mail server may let a mail wait before it accepts it. */
const SEND_TIMEOUT_MS = 20_000;

/** Connects and signs in. `mailTo`: also sends a mail there. */
export function createMailCheck(
  { mail, fixed }: Pick<Config, 'mail'> & { fixed?: Pick<Config['fixed'], 'workspace_name'> },
  mailTo?: string,
): Check {
  return {
    name: 'mail',
    ...(mailTo !== undefined && { timeoutMs: SEND_TIMEOUT_MS }),
    async run() {
      if (!mail)
        return { status: 'skipped', text: 'There is no mail server: people cannot reset their passwords.' };
      const problem = await (mailTo === undefined
        ? verifyMailServer(mail)
        : sendTestMail(mail, mailTo, fixed?.workspace_name ?? 'Snug'));
      if (problem)
        return {
          status: 'fail',
          text: `No mail can be sent: ${toLogText(problem)}.`,
          next: 'Check SNUG_SMTP_URL and SNUG_MAIL_FROM.',
        };
      const text =
        mailTo === undefined
          ? 'The mail server answers, and accepts the sign-in.'
          : 'The mail server has accepted a mail. Look whether it arrived, and not as spam.';
      return { status: 'ok', text };
    },
  };
}

async function sendTestMail(
  settings: MailSettings,
  to: string,
  name: string,
): Promise<MailProblem | undefined> {
  const mailer = await createMailer(settings, { ...systemClock, now: Date.now, onFailure: () => {} });
  try {
    return await mailer.sendNow({ to, ...createTestMail(name) });
  } finally {
    mailer.close();
  }
}
