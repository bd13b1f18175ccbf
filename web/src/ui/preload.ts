/** Has the browser fetch what most people open soon, once the page is there. */
export function preloadWindows(): void {
  window.addEventListener('load', () => {
    for (const part of [import('./dialog-window.tsx'), import('./question-window.tsx')]) {
      part.catch(() => {
        // Then it is fetched when it is opened, which says what is wrong.
      });
    }
  });
}
