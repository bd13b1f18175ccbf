const KEY = 'snug:sound';

let unstored = false;

/** Whether arrivals are to be heard in this browser. They are not until somebody wants it. */
export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return unstored;
  }
}

export function setSoundOn(isOn: boolean): void {
  unstored = isOn;
  try {
    if (isOn) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is closed to us: the choice holds until the page goes.
  }
}
