const ZOOM_STEPS = [1, 1.5, 2, 3, 4, 6];

/** The next larger step; the largest stays. 1 is as large as fits. */
export function zoomIn(zoom: number): number {
  return ZOOM_STEPS.find(step => step > zoom) ?? zoom;
}

/** The next smaller step; 1 stays. */
export function zoomOut(zoom: number): number {
  return ZOOM_STEPS.findLast(step => step < zoom) ?? zoom;
}
