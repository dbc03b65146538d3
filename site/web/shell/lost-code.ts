/**
 * Code of a page or a part that cannot be fetched becomes an ordinary failure of it. Otherwise the router reloads the page
 * by itself, which without a network leaves the reader on the browser's own error page. @returns what stops it.
 */
export function keepLostCodeQuiet(): () => void {
  const onLost = (event: Event) => event.preventDefault();
  addEventListener('vite:preloadError', onLost);
  return () => removeEventListener('vite:preloadError', onLost);
}
