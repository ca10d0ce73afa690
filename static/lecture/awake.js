// A screen that goes dark in the middle of a lecture: browsers that can keep it on
// are asked to. They let go when the page is hidden, and are asked again then.
export function awake () {
  let lock, over = false
  const ask = async () => {
    if (over || document.hidden) return
    try {
      lock = await navigator.wakeLock?.request('screen')
      if (over) lock?.release()
    } catch {} // a battery that is low, or a page without the right to
  }
  document.addEventListener('visibilitychange', ask)
  ask()
  return () => {
    over = true
    document.removeEventListener('visibilitychange', ask)
    lock?.release().catch(() => {})
  }
}
