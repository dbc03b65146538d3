/** Whether the site can be reached now: asked before a reload that would otherwise end on the browser's own error page. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
