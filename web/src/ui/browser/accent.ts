let applied: CSSStyleSheet | undefined;

/** In place of those before, after the styles of the page. The content security policy forbids styles in the page itself. */
export function applyAccentStyles(styles: string | undefined): void {
  const others = document.adoptedStyleSheets.filter(sheet => sheet !== applied);
  applied = undefined;
  if (styles !== undefined) {
    applied = new CSSStyleSheet();
    applied.replaceSync(styles);
  }
  document.adoptedStyleSheets = applied ? [...others, applied] : others;
}
