//! Finds mutants of expressions and statements.

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    BinOp, Expr, ExprBinary, ExprForLoop, ExprMethodCall, ExprRange, Lit, RangeLimits, Token, UnOp,
};

use super::Finder;
use crate::mutants::cfg::is_built;
use crate::mutants::{ALL_BUT_LAST_PLACEHOLDER, CONDITION_PLACEHOLDER, MutantKind};

/// Returns whether a condition contains `let`. Such a condition cannot be moved into a block.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(paren) => has_let(&paren.expr),
        _ => false,
    }
}

/// Returns the operator that replaces `operator` in a mutant, and the kind of that mutant.
fn replacement_operator(operator: &BinOp) -> Option<(MutantKind, &'static str)> {
    Some(match operator {
        BinOp::Lt(_) => (MutantKind::Comparison, "<="),
        BinOp::Le(_) => (MutantKind::Comparison, "<"),
        BinOp::Gt(_) => (MutantKind::Comparison, ">="),
        BinOp::Ge(_) => (MutantKind::Comparison, ">"),
        BinOp::Eq(_) => (MutantKind::Comparison, "!="),
        BinOp::Ne(_) => (MutantKind::Comparison, "=="),
        BinOp::And(_) => (MutantKind::Logic, "||"),
        BinOp::Or(_) => (MutantKind::Logic, "&&"),
        BinOp::Add(_) | BinOp::Mul(_) => (MutantKind::Arithmetic, "-"),
        BinOp::Sub(_) | BinOp::Div(_) => (MutantKind::Arithmetic, "+"),
        BinOp::Rem(_) => (MutantKind::Arithmetic, "/"),
        BinOp::BitAnd(_) => (MutantKind::Arithmetic, "|"),
        BinOp::BitOr(_) | BinOp::BitXor(_) => (MutantKind::Arithmetic, "&"),
        BinOp::Shl(_) => (MutantKind::Arithmetic, ">>"),
        BinOp::Shr(_) => (MutantKind::Arithmetic, "<<"),
        BinOp::AddAssign(_) => (MutantKind::Arithmetic, "-="),
        BinOp::SubAssign(_) => (MutantKind::Arithmetic, "+="),
        BinOp::BitAndAssign(_) => (MutantKind::Arithmetic, "|="),
        BinOp::BitOrAssign(_) => (MutantKind::Arithmetic, "&="),
        _ => return None,
    })
}

/// Returns whether an operator assigns to its left operand.
fn is_assignment(operator: &BinOp) -> bool {
    use BinOp::{AddAssign, BitAndAssign, BitOrAssign, SubAssign};
    matches!(operator, AddAssign(_) | SubAssign(_) | BitAndAssign(_) | BitOrAssign(_))
}

/// Pairs of methods with the same signature, each of which replaces the other.
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
    /// Adds a mutant that replaces an expression.
    fn add_replacement(&mut self, kind: MutantKind, expression: &Expr, after: String) {
        let before = self.line_of(expression);
        let prefix = format!("(if {CONDITION_PLACEHOLDER} {{ {after} }} else {{ ");
        let range = expression.span().byte_range();
        self.add(kind, expression.span(), range, [before, after, prefix, " })".to_owned()]);
    }

    /// Adds a mutant that negates a condition. A condition that is a comparison gets a mutant of
    /// the kind [`MutantKind::Comparison`] instead.
    pub(super) fn add_condition(&mut self, condition: &Expr) {
        let operator = match condition {
            Expr::Binary(binary) => replacement_operator(&binary.op),
            _ => None,
        };
        let is_comparison = operator.is_some_and(|(kind, _)| kind == MutantKind::Comparison);
        if !is_comparison && !has_let(condition) {
            let after = match condition {
                Expr::Unary(syn::ExprUnary { op: UnOp::Not(_), expr, .. }) => self.line_of(expr),
                other => format!("!({})", self.line_of(other)),
            };
            self.add_replacement(MutantKind::Condition, condition, after);
        }
    }

    /// Adds a mutant that removes a statement, if the statement is a call or an assignment.
    pub(super) fn add_statement(&mut self, expression: &Expr, semicolon: &Token![;]) {
        let is_call = |expression: &Expr| matches!(expression, Expr::Call(_) | Expr::MethodCall(_));
        let kind = match expression {
            Expr::Assign(_) => MutantKind::Assignment,
            Expr::Try(inner) if is_call(&inner.expr) => MutantKind::Call,
            Expr::Unsafe(_) => MutantKind::Call,
            other if is_call(other) => MutantKind::Call,
            _ => return,
        };
        let range = expression.span().byte_range().start..semicolon.span().byte_range().end;
        let before = format!("{};", self.line_of(expression));
        let texts =
            [before, String::new(), format!("if !{CONDITION_PLACEHOLDER} {{ "), " }".to_owned()];
        self.add(kind, expression.span(), range, texts);
    }

    /// Adds the mutants of an expression and of its parts.
    pub(super) fn add_expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Binary(binary) => self.add_binary(expression, binary),
            Expr::If(branch) => self.add_condition(&branch.cond),
            Expr::While(repeat) => self.add_condition(&repeat.cond),
            Expr::Lit(literal) => self.add_literal(expression, &literal.lit),
            Expr::Range(range) => self.add_bound(expression, range),
            Expr::ForLoop(repeat) => self.add_loop(repeat),
            Expr::MethodCall(call) => {
                self.add_method(expression, call);
                self.add_arguments(expression, &call.args);
            }
            Expr::Call(call) => self.add_arguments(expression, &call.args),
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

    /// Adds a mutant that replaces the operator of a binary expression.
    fn add_binary(&mut self, expression: &Expr, binary: &ExprBinary) {
        let Some((kind, operator)) = replacement_operator(&binary.op) else { return };
        if kind == MutantKind::Logic && has_let(expression) {
            return;
        }
        let (left, right) = (self.line_of(&binary.left), self.line_of(&binary.right));
        let after = match is_assignment(&binary.op) {
            true => format!("{left} {operator} {right}"),
            false => format!("({left}) {operator} ({right})"),
        };
        self.add_replacement(kind, expression, after);
    }

    /// Adds a mutant that increments a number or negates a truth value.
    fn add_literal(&mut self, expression: &Expr, literal: &Lit) {
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
        self.add_replacement(MutantKind::Literal, expression, after);
    }

    /// Adds a mutant that decrements the end of a range.
    fn add_bound(&mut self, expression: &Expr, range: &ExprRange) {
        let Some(end) = &range.end else { return };
        let start = range.start.as_ref().map_or(String::new(), |start| self.line_of(start));
        let limits = match range.limits {
            RangeLimits::HalfOpen(_) => "..",
            RangeLimits::Closed(_) => "..=",
        };
        self.add_replacement(
            MutantKind::Bound,
            expression,
            format!("{start}{limits}({}) - 1", self.line_of(end)),
        );
    }

    /// Adds two mutants of a `for` loop: one skips the last element, and one stops after the first.
    fn add_loop(&mut self, repeat: &ExprForLoop) {
        let list = self.line_of(&repeat.expr);
        let after = format!("all of {list} but the last");
        let range = repeat.expr.span().byte_range();
        let texts = [list.clone(), after, format!("{ALL_BUT_LAST_PLACEHOLDER}("), "))".to_owned()];
        self.add(MutantKind::LastElement, repeat.expr.span(), range, texts);
        let at = repeat.body.brace_token.span.close().byte_range().start;
        let before = format!("for {} in {list}", self.line_of(&*repeat.pat));
        let after = format!("the first of {list} only");
        let texts =
            [before, after, format!("; if {CONDITION_PLACEHOLDER} {{ break; }} "), String::new()];
        self.add(MutantKind::FirstElement, repeat.span(), at..at, texts);
    }

    /// Adds a mutant that calls the opposite method, or negates the result of a method.
    fn add_method(&mut self, expression: &Expr, call: &ExprMethodCall) {
        let name = call.method.to_string();
        let whole = self.line_of(expression);
        if NEGATED.contains(&&*name) {
            self.add_replacement(MutantKind::Method, expression, format!("!{whole}"));
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
            self.add_replacement(MutantKind::Method, expression, after);
        }
    }

    /// Adds a mutant that swaps two adjacent arguments: the first two that are variables or fields.
    fn add_arguments(&mut self, expression: &Expr, arguments: &Punctuated<Expr, Token![,]>) {
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
        self.add_replacement(MutantKind::Arguments, expression, after);
    }
}
