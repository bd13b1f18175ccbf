import type { BrowserContext } from '@playwright/test';

/** Records uncaught errors and violations of the content security policy in all pages of a browser. */
export async function recordConsoleErrors(context: BrowserContext, consoleErrors: string[]): Promise<void> {
  context.on('weberror', error => consoleErrors.push(String(error.error())));
  // Violations in workers, and before the first script, are only in the console.
  context.on('console', message => {
    if (message.text().includes('Content Security Policy')) consoleErrors.push(message.text());
  });
  await context.exposeBinding('noteViolation', (_page, words: string) => consoleErrors.push(words));
  await context.addInitScript(() => {
    const { noteViolation } = globalThis as unknown as { noteViolation: (words: string) => void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) =>
      noteViolation(`securitypolicyviolation: ${effectiveDirective} ${blockedURI} (${disposition})`),
    );
  });
}
