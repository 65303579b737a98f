//! Expressions and statements that can be mutated.

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    BinOp, Expr, ExprBinary, ExprForLoop, ExprMethodCall, ExprRange, Lit, RangeLimits, Token, UnOp,
};

use super::Finder;
use crate::mutants::cfg::is_built;
use crate::mutants::{HOLE, Kind, SHORT};

/// Whether `let` stands in a condition: it cannot be moved into a block.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(paren) => has_let(&paren.expr),
        _ => false,
    }
}

/// Another operator for this one.
fn other_operator(operator: &BinOp) -> Option<(Kind, &'static str)> {
    Some(match operator {
        BinOp::Lt(_) => (Kind::Comparison, "<="),
        BinOp::Le(_) => (Kind::Comparison, "<"),
        BinOp::Gt(_) => (Kind::Comparison, ">="),
        BinOp::Ge(_) => (Kind::Comparison, ">"),
        BinOp::Eq(_) => (Kind::Comparison, "!="),
        BinOp::Ne(_) => (Kind::Comparison, "=="),
        BinOp::And(_) => (Kind::Logic, "||"),
        BinOp::Or(_) => (Kind::Logic, "&&"),
        BinOp::Add(_) | BinOp::Mul(_) => (Kind::Arithmetic, "-"),
        BinOp::Sub(_) | BinOp::Div(_) => (Kind::Arithmetic, "+"),
        BinOp::Rem(_) => (Kind::Arithmetic, "/"),
        BinOp::BitAnd(_) => (Kind::Arithmetic, "|"),
        BinOp::BitOr(_) | BinOp::BitXor(_) => (Kind::Arithmetic, "&"),
        BinOp::Shl(_) => (Kind::Arithmetic, ">>"),
        BinOp::Shr(_) => (Kind::Arithmetic, "<<"),
        BinOp::AddAssign(_) => (Kind::Arithmetic, "-="),
        BinOp::SubAssign(_) => (Kind::Arithmetic, "+="),
        BinOp::BitAndAssign(_) => (Kind::Arithmetic, "|="),
        BinOp::BitOrAssign(_) => (Kind::Arithmetic, "&="),
        _ => return None,
    })
}

fn is_assignment(operator: &BinOp) -> bool {
    use BinOp::{AddAssign, BitAndAssign, BitOrAssign, SubAssign};
    matches!(operator, AddAssign(_) | SubAssign(_) | BitAndAssign(_) | BitOrAssign(_))
}

/// Methods and their opposites.
const OPPOSITES: [(&str, &str); 12] = [
    ("is_some", "is_none"),
    ("is_ok", "is_err"),
    ("is_some_and", "is_none_or"),
    ("min", "max"),
    ("any", "all"),
    ("first", "last"),
    ("checked_add", "checked_sub"),
    ("wrapping_add", "wrapping_sub"),
    ("saturating_add", "saturating_sub"),
    ("leading_zeros", "trailing_zeros"),
    ("align_up", "align_down"),
    ("find", "rfind"),
];
/// Methods whose result is negated.
const NEGATED: [&str; 5] = ["is_empty", "contains", "starts_with", "ends_with", "contains_key"];

impl Finder<'_> {
    /// Adds a place where an expression gets another text.
    fn replace(&mut self, kind: Kind, expression: &Expr, after: String) {
        let before = self.line_of(expression);
        let prefix = format!("(if {HOLE} {{ {after} }} else {{ ");
        let range = expression.span().byte_range();
        self.add(kind, expression.span(), range, [before, after, prefix, " })".to_owned()]);
    }

    /// Adds a place where a condition is negated, unless its operator can be mutated.
    pub(super) fn condition(&mut self, condition: &Expr) {
        let has_operator = matches!(condition, Expr::Binary(binary) if other_operator(&binary.op)
            .is_some_and(|(kind, _)| kind == Kind::Comparison));
        if !has_operator && !has_let(condition) {
            let after = match condition {
                Expr::Unary(syn::ExprUnary { op: UnOp::Not(_), expr, .. }) => self.line_of(expr),
                other => format!("!({})", self.line_of(other)),
            };
            self.replace(Kind::Condition, condition, after);
        }
    }

    /// Adds a place where a statement is removed.
    pub(super) fn statement(&mut self, expression: &Expr, semicolon: &Token![;]) {
        let is_call = |expression: &Expr| matches!(expression, Expr::Call(_) | Expr::MethodCall(_));
        let kind = match expression {
            Expr::Assign(_) => Kind::Assignment,
            Expr::Try(inner) if is_call(&inner.expr) => Kind::Call,
            Expr::Unsafe(_) => Kind::Call,
            other if is_call(other) => Kind::Call,
            _ => return,
        };
        let range = expression.span().byte_range().start..semicolon.span().byte_range().end;
        let before = format!("{};", self.line_of(expression));
        let texts = [before, String::new(), format!("if !{HOLE} {{ "), " }".to_owned()];
        self.add(kind, expression.span(), range, texts);
    }

    /// Adds the places of an expression and of what is in it.
    pub(super) fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Binary(binary) => self.binary(expression, binary),
            Expr::If(branch) => self.condition(&branch.cond),
            Expr::While(repeat) => self.condition(&repeat.cond),
            Expr::Lit(literal) => self.literal(expression, &literal.lit),
            Expr::Range(range) => self.bound(expression, range),
            Expr::ForLoop(repeat) => self.elements(repeat),
            Expr::MethodCall(call) => {
                self.method(expression, call);
                self.arguments(expression, &call.args);
            }
            Expr::Call(call) => self.arguments(expression, &call.args),
            Expr::Repeat(repeat) => {
                self.visit_expr(&repeat.expr);
                return;
            }
            Expr::Macro(_) | Expr::Const(_) => return,
            Expr::Block(block) if !is_built(&block.attrs) => return,
            _ => {}
        }
        syn::visit::visit_expr(self, expression);
    }

    fn binary(&mut self, expression: &Expr, binary: &ExprBinary) {
        let Some((kind, operator)) = other_operator(&binary.op) else { return };
        if kind == Kind::Logic && has_let(expression) {
            return;
        }
        let (left, right) = (self.line_of(&binary.left), self.line_of(&binary.right));
        let after = match is_assignment(&binary.op) {
            true => format!("{left} {operator} {right}"),
            false => format!("({left}) {operator} ({right})"),
        };
        self.replace(kind, expression, after);
    }

    fn literal(&mut self, expression: &Expr, literal: &Lit) {
        let after = match literal {
            Lit::Bool(value) => (!value.value).to_string(),
            Lit::Int(number) => {
                let Some(value) = number.base10_parse().ok().and_then(|n: u64| n.checked_add(1))
                else {
                    return;
                };
                format!("{value}{}", number.suffix())
            }
            _ => return,
        };
        self.replace(Kind::Literal, expression, after);
    }

    fn bound(&mut self, expression: &Expr, range: &ExprRange) {
        let Some(end) = &range.end else { return };
        let start = range.start.as_ref().map_or(String::new(), |start| self.line_of(start));
        let limits = match range.limits {
            RangeLimits::HalfOpen(_) => "..",
            RangeLimits::Closed(_) => "..=",
        };
        self.replace(
            Kind::Bound,
            expression,
            format!("{start}{limits}({}) - 1", self.line_of(end)),
        );
    }

    fn elements(&mut self, repeat: &ExprForLoop) {
        let list = self.line_of(&repeat.expr);
        let after = format!("all of {list} but the last");
        let range = repeat.expr.span().byte_range();
        let texts = [list.clone(), after, format!("{SHORT}("), "))".to_owned()];
        self.add(Kind::LastElement, repeat.expr.span(), range, texts);
        let at = repeat.body.brace_token.span.close().byte_range().start;
        let before = format!("for {} in {list}", self.line_of(&*repeat.pat));
        let after = format!("the first of {list} only");
        let texts = [before, after, format!("; if {HOLE} {{ break; }} "), String::new()];
        self.add(Kind::FirstElement, repeat.span(), at..at, texts);
    }

    fn method(&mut self, expression: &Expr, call: &ExprMethodCall) {
        let name = call.method.to_string();
        let whole = self.line_of(expression);
        if NEGATED.contains(&&*name) {
            self.replace(Kind::Method, expression, format!("!{whole}"));
            return;
        }
        let opposite = OPPOSITES.iter().find_map(|&(one, other)| match &*name {
            name if name == one => Some(other),
            name if name == other => Some(one),
            _ => None,
        });
        if let Some(opposite) = opposite
            && call.turbofish.is_none()
        {
            let receiver = self.line_of(&call.receiver);
            let arguments: Vec<_> = call.args.iter().map(|part| self.line_of(part)).collect();
            let after = format!("{receiver}.{opposite}({})", arguments.join(", "));
            self.replace(Kind::Method, expression, after);
        }
    }

    /// Adds a place where the first two neighbours among the arguments that are names are swapped.
    fn arguments(&mut self, expression: &Expr, arguments: &Punctuated<Expr, Token![,]>) {
        let is_name = |part: &Expr| matches!(part, Expr::Path(_) | Expr::Field(_));
        let parts: Vec<&Expr> = arguments.iter().collect();
        let pair = parts.windows(2).find(|pair| is_name(pair[0]) && is_name(pair[1]));
        let Some(&[one, other]) = pair else { return };
        let whole = expression.span().byte_range();
        let text = |from: usize, to: usize| {
            let text = &self.text[from..to];
            self.one_line(text, || text.to_owned())
        };
        let (first, second) = (one.span().byte_range(), other.span().byte_range());
        let before = text(whole.start, first.start);
        if self.text[whole.clone()].contains("//") {
            return;
        }
        let after = format!(
            "{before}{}, {}{}",
            text(second.start, second.end),
            text(first.start, first.end),
            text(second.end, whole.end)
        );
        self.replace(Kind::Arguments, expression, after);
    }
}
