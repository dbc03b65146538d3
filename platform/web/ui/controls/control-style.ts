/** Style shared by inputs, text areas and selects. 16px on touch, so that phones do not zoom in. */
export const controlStyle =
  'control w-full rounded-control border border-control-line bg-sunken px-3 text-text aria-invalid:border-danger disabled:opacity-50';
