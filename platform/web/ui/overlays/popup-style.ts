/** Popups stand on the raised surface behind a hairline and come in with a small step. */
export const popupStyle =
  'rounded-card border border-hairline-strong bg-raised text-text outline-none origin-(--transform-origin) ' +
  'transition-[opacity,transform] duration-fast data-starting-style:scale-[0.98] data-starting-style:opacity-0 ' +
  'data-ending-style:scale-[0.98] data-ending-style:opacity-0';

/** Where popups stack. */
export const positionerStyle = 'z-(--z-popup) outline-none';
