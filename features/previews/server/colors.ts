/** The site's dark theme (`platform/web/styles`): a picture has no reader whose theme it could follow. */
export const colors = {
  ground: '#141414',
  ink: '#f5f5f5',
  quiet: '#a3a3a3',
  primary: '#ff6b35',
  /** Of the icon, as `site/web/public/icon.svg` has it. */
  icon: '#1a1a1a',
} as const;
