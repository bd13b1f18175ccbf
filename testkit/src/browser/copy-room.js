// Runs in the page of a room. Returns HTML of its styles, and of its rows and its text field at the same places.

globalThis.copyRoom = () => {
  const log = document.querySelector('[role=log]');
  const field = document.querySelector('textarea');
  const fix = element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return `position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
  };
  const attributes = [...document.documentElement.attributes].map(({ name, value }) => `${name}="${value}"`);
  const styles = [...document.querySelectorAll('link[rel=stylesheet], style')];
  return {
    head: `<!doctype html><html ${attributes.join(' ')}>${styles.map(({ outerHTML }) => outerHTML).join('')}`,
    body: `<div class="${log.parentElement.className}" style="${fix(log)}">${log.outerHTML}</div>
<div style="${fix(field)}">${field.outerHTML}</div>`,
  };
};
