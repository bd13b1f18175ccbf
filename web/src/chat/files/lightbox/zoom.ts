const ZOOM_STEPS = [1, 1.5, 2, 3, 4, 6];

/** At zoom 1, the picture fits the window. */
export function zoomIn(zoom: number): number {
  return ZOOM_STEPS.find(step => step > zoom) ?? zoom;
}

export function zoomOut(zoom: number): number {
  return ZOOM_STEPS.findLast(step => step < zoom) ?? zoom;
}
