/** Has the browser fetch what most people open soon, once the page is there. */
export function preloadWindows(): void {
  if (document.readyState === 'complete') fetchWindows();
  else window.addEventListener('load', fetchWindows);
}

function fetchWindows(): void {
  for (const part of [
    import('./dialog-window.tsx'),
    import('./question-window.tsx'),
    import('../dashboard/dashboard-content.tsx'),
    import('../shortcuts/shortcuts-list.tsx'),
  ]) {
    part.catch(() => {
      // Then it is fetched when it is opened, which says what is wrong.
    });
  }
}
