/* types.js: the shapes of what the server answers (docs/http.md, schemas/), as types. No code. */

/**
 * @typedef {string | { light: string, dark: string }} Colour
 * @typedef {number[]} Point
 *
 * @typedef {object} Named
 * @property {string} id
 * @property {string} label
 *
 * @typedef {Named & { texts?: Record<string, string> }} Card
 * @typedef {Named & { visible: string, owner?: string }} Stack
 * @typedef {Named & { seat?: string, one?: string, short?: string, kind?: string }} Kind
 * @typedef {Named & { adjacent?: string[], properties?: Record<string, string> }} Space
 * @typedef {Named & { color?: Colour }} Seat
 * @typedef {Named & { type?: string, values?: Named[], bookkeeping?: boolean, of?: string }} Var
 *
 * @typedef {object} SpaceLook
 * @property {Point[]} [polygon]
 * @property {number[]} [rect]
 * @property {number[]} [circle]
 * @property {Point[]} [path]
 * @property {number} [width]
 * @property {Point} label
 * @property {Point} [pieces]
 * @property {Colour} [fill]
 * @property {number[]} [header]
 * @property {number[]} [slot]
 * @property {number[]} [plaque]
 * @property {string[]} [lines]
 * @property {string} [look]
 *
 * @typedef {{ shape?: string, color?: Colour, symbol?: string, size?: number, band?: Colour }}
 *   PieceStyle
 * @typedef {object} MarkStyle
 * @property {string} [symbol]
 * @property {Colour} [color]
 * @property {string} [level] up, up-up, flat, down, down-down
 * @property {string} [shape]
 * @property {string} [edge]
 *
 * @typedef {{ shape?: string, seat?: string, symbol?: string }} TokenStyle
 * @typedef {object} TrackStyle
 * @property {string} [label]
 * @property {number} most
 * @property {string[]} of
 * @property {{ cell: number, left: number, top: number, right: number }} [edge]
 * @property {Point[]} [cells]
 * @property {Point} [cell]
 * @property {Record<string, TokenStyle>} [looks]
 *
 * @typedef {{ label: string, seat: string, did: string, boxes: Record<string, string> }} OrderRow
 * @typedef {{ text: string, at: Point, turn?: number, style: string, anchor?: string,
 *   dot?: Point }} Caption
 * @typedef {{ color?: Colour, ink?: Colour, symbol?: string, glyph?: string, side?: number }}
 *   SeatStyle
 *
 * @typedef {object} CardStyle
 * @property {string[]} [open]
 * @property {Colour} [back]
 * @property {Colour} [face]
 * @property {Record<string, Colour>} [parts]
 * @property {string} [names]
 * @property {string} [current]
 * @property {string} [next]
 * @property {string[]} [order]
 * @property {string} [warning]
 *
 * @typedef {object} Visual
 * @property {{ kind: string, size: Point, background?: Colour, compass?: Point }} board
 * @property {Record<string, SeatStyle>} [seats]
 * @property {Record<string, PieceStyle>} [kinds]
 * @property {Record<string, PieceStyle>} [sets]
 * @property {Record<string, { mark?: string }>} [states]
 * @property {{ sizes: number[], least: number, small: number }} [pieces]
 * @property {Record<string, SpaceLook>} spaces
 * @property {Record<string, { rect: number[], fill?: Colour, seat?: string }>} [boxes]
 * @property {{ by?: string, values?: Record<string, Colour>, textures?: Record<string, string> }}
 *   [fill]
 * @property {string[][]} [links]
 * @property {{ style: string, path: Point[] }[]} [lines]
 * @property {Caption[]} [texts]
 * @property {{ number?: string, level?: string, badge?: string, count?: string }} [header]
 * @property {{ number?: string, hatch?: string }} [plaque]
 * @property {Record<string, Record<string, MarkStyle>>} [markers]
 * @property {TrackStyle[]} [tracks]
 * @property {CardStyle} [cards]
 * @property {{ rows: OrderRow[], flags?: { label: string, of: string }[] }} [order]
 * @property {string[]} [counters]
 * @property {{ sides?: string, lists?: string[], stacks?: string[] }} [effects]
 * @property {string[]} [stepper]
 * @property {string[]} [panels]
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {string} title
 * @property {Seat[]} seats
 * @property {Space[]} spaces
 * @property {Named[]} boxes
 * @property {Kind[]} kinds
 * @property {Card[]} cards
 * @property {Named[]} cardParts
 * @property {Stack[]} stacks
 * @property {(Named & { actions?: string[] })[]} phases
 * @property {Named[]} [actions]
 * @property {Named[]} scenarios
 * @property {Var[]} [globalVars]
 * @property {Var[]} [spaceVars]
 * @property {Var[]} [spaceProperties]
 * @property {Var[]} [displays]
 * @property {{ label?: string }} [payoff]
 * @property {boolean} [margins] do they tell how clearly a seat has won?
 * @property {Visual} visual
 *
 * @typedef {object} Display
 * @property {string} id
 * @property {string} label
 * @property {string} text
 * @property {number | null} value
 * @property {number | null} goal
 * @property {string | null} group
 * @property {string} scope game, seat, space, card
 * @property {string | null} owner
 *
 * @typedef {{ space?: string, card?: string, seat?: string, piece?: string, amount?: unknown }}
 *   Place
 * @typedef {object} Option
 * @property {string} id
 * @property {string} label
 * @property {string} kind
 * @property {string | null} subject
 * @property {number} [count]
 * @property {string} [text]
 * @property {string} [wayOut] done, skip, cancel
 * @property {Place | null} [place]
 * @property {string | null} [group]
 * @property {string[]} [path] of a merged option: the ids to decide one after the other
 * @property {string} [side] of a card that it is
 *
 * @typedef {object} Move pieces of one kind that can be taken from one zone to another
 * @property {string} from
 * @property {string} to
 * @property {string} kind
 * @property {number} most
 * @property {number} amount which id of the path says how many; -1: none
 * @property {string[]} path
 *
 * @typedef {object} Ahead what lies behind a decision
 * @property {number} decision
 * @property {string[][]} all paths that take every place of a question whose order does not matter
 * @property {string[][]} ends paths that complete what is being chosen until the turn is over
 * @property {{ path: string[], next: Decision }[]} questions
 * @property {Move[]} moves
 *
 * @typedef {object} Previewed what an option would do
 * @property {string} option
 * @property {boolean} known
 * @property {boolean} [changesNothing]
 * @property {Step[]} [steps]
 * @property {Decision | null} [next]
 *
 * @typedef {object} Chosen one choice of the turn so far
 * @property {number} index of the decision: what `rewind` takes
 * @property {string} prompt
 * @property {string} option
 * @property {string | null} [subject]
 * @property {string} kind
 * @property {string} label
 * @property {boolean} [forced]
 *
 * @typedef {object} Decision
 * @property {string} seat
 * @property {string} prompt
 * @property {Option[]} options
 * @property {string | null} [card]
 * @property {string | number} [id]
 * @property {Chosen[]} [chosen]
 *
 * @typedef {object} Position
 * @property {Record<string, unknown>} [globals]
 * @property {Record<string, Record<string, unknown>>} [spaces]
 * @property {Record<string, Record<string, unknown>>} [seats]
 * @property {Record<string, Record<string, number>>} [zones]
 * @property {Record<string, string[] | number>} [stacks]
 *
 * @typedef {object} Outcome
 * @property {string} [winner]
 * @property {string[]} [winners]
 * @property {string} [checkpoint]
 * @property {string[]} [ranking]
 * @property {Record<string, number>} [margins]
 *
 * @typedef {object} View
 * @property {number} number how many decisions were made
 * @property {boolean} over
 * @property {Outcome | null} outcome
 * @property {Named | null} phase
 * @property {number} turn
 * @property {string | null} decider
 * @property {string} pending nothing, turn, or what cannot be taken back
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {Position} position
 * @property {Display[]} displays
 * @property {Decision | null} decision
 * @property {Chosen[]} [chosen] while a turn waits to be confirmed
 * @property {{ left: Record<string, number>, runs: string | null } | null} [clock]
 *
 * @typedef {object} LogEntry
 * @property {string} kind
 * @property {string} level
 * @property {string | null} seat
 * @property {string} text
 * @property {number} number
 * @property {string | null} subject
 * @property {string | null} from
 * @property {string | null} to
 * @property {boolean} [forced]
 * @property {string} [cause]
 * @property {unknown} [before]
 * @property {unknown} [after]
 *
 * @typedef {object} LogTurn
 * @property {number} turn
 * @property {string | null} seat
 * @property {number} number
 * @property {string} summary
 * @property {string | null} [phase]
 * @property {number} [gameTurn]
 * @property {LogLine[]} [lines] what people read of it
 * @property {LogEntry[]} entries
 *
 * @typedef {object} LogLine
 * @property {"head" | "step" | "result"} kind
 * @property {string} text
 *
 * @typedef {{ name: string, label: string, seat: string | null, space: string | null,
 * before: unknown, after: unknown }} Changed
 *
 * @typedef {object} Step one thing that happened in a turn
 * @property {string | null} seat
 * @property {string} text
 * @property {number} number the decisions made when it had happened
 * @property {string} [verb]
 * @property {string} [effect]
 * @property {string | null} [phase] of its turn
 * @property {Changed[]} [values]
 * @property {string | null} [space]
 * @property {string | null} [from]
 * @property {string | null} [to]
 * @property {string} [why]
 *
 * @typedef {object} Story the turn of another seat
 * @property {string | null} seat
 * @property {number} turn
 * @property {string} title
 * @property {Step[]} steps
 *
 * @typedef {{ seat: string, label: string, who: string, present?: boolean }} Sitting
 * @typedef {{ seat: string, text: string }} Said
 * @typedef {object} Info of the table
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string | null} [name]
 * @property {string} scenario
 * @property {boolean} [hints]
 * @property {boolean} [confirm] does a turn wait to be handed over?
 * @property {unknown} [analysis]
 * @property {Sitting[]} seats
 * @property {{ role: string, host?: boolean, seats: string[] }} you
 * @property {Said[]} resigned
 * @property {Said[]} timedOut
 * @property {Said | null} problem
 * @property {string[]} draw
 * @property {{ spentMs: number, waits: boolean } | null} clock
 *
 * @typedef {{ table: Info, version: number, view: View }} Answer
 */

export {};
