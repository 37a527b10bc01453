/* Giving orders in place. Every page is complete without this file: it only spares the way to another page and back. */

const reference = () => `web-${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

const show = (element, isShown) => { if (element) element.hidden = !isShown; };

/** What does not fit the order as it stands is neither shown nor sent. */
function fit(ticket) {
  const type = ticket.querySelector('[data-type][aria-current]');
  if (!type) return;
  const { type: name, prices, times, words } = type.dataset;
  ticket.elements.action_type.value = name;
  ticket.querySelector('[data-does]').textContent = words;
  const life = ticket.elements.time_in_force;
  for (const option of life.options) option.hidden = option.disabled = !times.split(' ').includes(option.value);
  if (life.selectedOptions[0]?.disabled !== false) life.value = times.split(' ')[0];
  const fits = {
    limit_price: prices.includes('limit_price'),
    stop_price: prices.includes('stop_price'),
    expire_date: life.value === 'GTD',
    post_only: name === 'LimitOrderSub' && life.value !== 'IOC' && life.value !== 'FOK',
  };
  for (const [field, isThere] of Object.entries(fits)) {
    ticket.elements[field].disabled = !isThere;
    show(ticket.elements[field].closest('.field'), isThere);
  }
  ticket.elements.expire_date.required = fits.expire_date;
  show(ticket.querySelector('.steps'), prices !== '');
  nameTheButton(ticket);
}

/** The button says what pressing it does. */
function nameTheButton(ticket) {
  const side = ticket.elements.side.value;
  const button = ticket.querySelector('[data-send]');
  const price = ticket.elements.limit_price.disabled ? '' : ticket.elements.limit_price.value.trim();
  const words = [side, ticket.elements.quantity.value.trim(), ticket.dataset.symbol, ...(price === '' ? [] : ['at', price])];
  button.textContent = side === '' ? 'Send the order' : words.filter((word) => word !== '').join(' ');
}

/** The price one step up or down; a price that is off the grid first comes onto it. */
function step(field, direction, tick) {
  const decimals = (tick.split('.')[1] ?? '').length;
  const scale = 10 ** decimals;
  const [units, width] = [Number(field.value.trim()) * scale, Math.round(Number(tick) * scale)];
  if (field.value.trim() === '' || !Number.isFinite(units) || Math.abs(units) > 1e14) return;
  const onGrid = direction > 0 ? Math.floor(units / width + 1e-9) : Math.ceil(units / width - 1e-9);
  field.value = (((onGrid + direction) * width) / scale).toFixed(decimals);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function clearFaults(ticket) {
  for (const fault of ticket.querySelectorAll('.fault, .refusal')) fault.remove();
  for (const field of ticket.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    const others = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => document.getElementById(id));
    if (others.length > 0) field.setAttribute('aria-describedby', others.join(' '));
    else field.removeAttribute('aria-describedby');
  }
}

/** The answer to a form that was refused holds the form again: only what is wrong is taken over, so that what was typed stays. */
function takeFaults(ticket, refused) {
  const fresh = refused.querySelector('form[data-ticket]');
  if (!fresh) return false;
  const refusal = fresh.querySelector('.refusal');
  if (refusal) ticket.querySelector('.kinds').before(refusal);
  for (const fault of fresh.querySelectorAll('.fault')) {
    const name = fault.id.replace(/-fault$/, '');
    const field = ticket.querySelector(`.field.${name}, fieldset.${name}`);
    field?.append(fault);
    const control = document.getElementById(name);
    if (!control || control.form !== ticket) continue;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', [control.getAttribute('aria-describedby'), fault.id].filter(Boolean).join(' '));
    const fold = control.closest('details');
    if (fold) fold.open = true;
  }
  ticket.elements.client_order_id.value = fresh.elements.namedItem('client_order_id').value;
  (ticket.querySelector('[aria-invalid]') ?? ticket.querySelector('[data-send]')).focus();
  return true;
}

/** What was said where the order led to, with the way there. */
function say(ticket, words, address) {
  const output = ticket.querySelector('[data-sent]');
  const way = document.createElement('a');
  way.href = address;
  way.textContent = 'See the order';
  output.replaceChildren(`${words} `, way);
}

async function send(ticket) {
  const body = new URLSearchParams(new FormData(ticket));
  const answer = await fetch(ticket.action, { method: 'POST', headers: { accept: 'text/html' }, body });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  clearFaults(ticket);
  if (answer.ok && answer.redirected && !new URL(answer.url).pathname.startsWith('/login')) {
    say(ticket, page.querySelector('.flash')?.textContent.trim() ?? 'The order was sent.', answer.url);
    ticket.elements.client_order_id.value = reference();
    ticket.dispatchEvent(new CustomEvent('order-sent', { bubbles: true }));
  } else if (!takeFaults(ticket, page)) {
    // Something else than the order is wrong: that page says what, and the browser shows it best by itself.
    return false;
  }
  return true;
}

function enhance(ticket) {
  fit(ticket);
  ticket.addEventListener('click', (event) => {
    const type = event.target.closest('[data-type]');
    if (!type || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    for (const other of ticket.querySelectorAll('[data-type]')) other.removeAttribute('aria-current');
    type.setAttribute('aria-current', 'true');
    fit(ticket);
  });
  ticket.elements.time_in_force.addEventListener('change', () => fit(ticket));
  ticket.addEventListener('input', () => nameTheButton(ticket));
  ticket.addEventListener('keydown', (event) => {
    const isPrice = ['limit_price', 'stop_price'].includes(event.target.name);
    if (!isPrice || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    step(event.target, event.key === 'ArrowUp' ? 1 : -1, ticket.dataset.tick);
  });
  ticket.addEventListener('submit', (event) => {
    // Where there is nothing but the ticket, the order's own page is the better answer.
    if (ticket.dataset.plainly !== undefined || ticket.closest('.ticket-page')) return;
    event.preventDefault();
    if (ticket.getAttribute('aria-busy') === 'true') return;
    ticket.setAttribute('aria-busy', 'true');
    send(ticket)
      .catch(() => false)
      .then((isDone) => {
        ticket.removeAttribute('aria-busy');
        if (isDone) return;
        // The same ticket again, the plain way: its reference keeps it from making a second order.
        ticket.dataset.plainly = '';
        ticket.submit();
      });
  });
}

for (const ticket of document.querySelectorAll('form[data-ticket]')) enhance(ticket);
