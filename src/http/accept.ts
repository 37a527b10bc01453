/** HTML is the default tongue of this service; JSON is spoken only to those who name it. */
export function wantsJson(accept: string | undefined): boolean {
  return accept !== undefined && /(^|[\s,])application\/(problem\+)?json\s*(;|,|$)/i.test(accept);
}
