import { expect, test } from 'vitest';
import * as mails from './mails.ts';

test('every mail names the workspace, and never Snug in its place', () => {
  for (const [create, mail] of Object.entries(mails).map(
    ([name, create]) => [name, create('Harbour', 'https://h.example')] as const,
  )) {
    expect(`${create}: ${mail.text}`).toMatch(/Harbour$/);
    expect(`${create}: ${mail.subject} ${mail.text}`).not.toContain('Snug');
  }
});
