import type { BrowserContext } from '@playwright/test';

/**
 * Notes what goes wrong in the pages of a browser: errors that nobody caught, and what the content security policy
 * stopped.
 */
export async function recordConsoleErrors(context: BrowserContext, consoleErrors: string[]): Promise<void> {
  context.on('weberror', error => consoleErrors.push(String(error.error())));
  // What a worker was refused, and what came before any script, is only in the console.
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
