// The parser.
#include "language.h"

#include <cctype>
#include <stdexcept>

namespace {

class Parser {
public:
  Parser(const std::string &text, Scope &scope) : text_(text), scope_(scope) { next(); }

  Line line() {
    Line line;
    if (accept("def")) {
      line.kind = Line::definition;
      const std::string name = word();
      Signature signature;
      expect("(");
      while (token_ != ")") {
        if (!signature.parameters.empty()) expect(",");
        signature.parameters.push_back({word(), Type::number});
        signature.parameters.back().type = type();
      }
      expect(")");
      signature.result = type();
      expect("=");
      line.function = scope_.declare(name, signature);
      line.parameters = variables_ = signature.parameters;
      line.body = typed(expression(), signature.result);
    } else if (accept("drop")) {
      line.kind = Line::removal;
      const std::string name = word();
      line.function = scope_.find(name);
      if (line.function == nullptr || line.function->body == nullptr)
        throw std::runtime_error(name + " is not defined");
    } else {
      line.body = expression();
    }
    if (!token_.empty()) fail("the end");
    return line;
  }

private:
  using Pointer = std::unique_ptr<Expression>;

  [[noreturn]] void fail(const std::string &expected) {
    const std::string found = token_.empty() ? "the end" : "\"" + token_ + "\"";
    throw std::runtime_error("expected " + expected + " instead of " + found);
  }

  // Reads the next token: a word, digits, or one other character.
  void next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) at_++;
    const size_t start = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_]))) at_++;
    if (at_ == start && at_ < text_.size()) at_++;
    token_ = text_.substr(start, at_ - start);
  }

  bool accept(const char *token) {
    if (token_ != token) return false;
    next();
    return true;
  }

  void expect(const char *token) {
    if (!accept(token)) fail("\"" + std::string(token) + "\"");
  }

  std::string word() {
    if (token_.empty() || !std::isalpha(static_cast<unsigned char>(token_[0]))) fail("a name");
    std::string word = token_;
    next();
    return word;
  }

  Type type() {
    if (!accept(":") || accept("number")) return Type::number;
    expect("list");
    return Type::list;
  }

  Pointer make(Expression::Kind kind, Type type, int64_t value = 0) {
    auto made = std::make_unique<Expression>();
    made->kind = kind;
    made->type = type;
    made->value = value;
    return made;
  }

  Pointer typed(Pointer part, Type type) {
    if (part->type != type)
      throw std::runtime_error(type == Type::list ? "a number instead of a list"
                                                  : "a list instead of a number");
    return part;
  }

  Pointer expression() {
    if (accept("if")) {
      Pointer test = typed(expression(), Type::number);
      expect("then");
      Pointer first = expression();
      expect("else");
      Pointer made = make(Expression::conditional, first->type);
      made->parts.push_back(std::move(test));
      made->parts.push_back(std::move(first));
      made->parts.push_back(typed(expression(), made->type));
      return made;
    }
    if (accept("let")) {
      const std::string name = word();
      expect("=");
      Pointer value = expression();
      expect("in");
      variables_.push_back({name, value->type});
      Pointer body = expression();
      variables_.pop_back();
      Pointer made = make(Expression::let, body->type);
      made->name = name;
      made->parts.push_back(std::move(value));
      made->parts.push_back(std::move(body));
      return made;
    }
    Pointer left = operators("+-");
    if (token_ != "<" && token_ != "=") return left;
    const char sign = token_[0];
    next();
    return binary(sign, std::move(left), operators("+-"));
  }

  Pointer binary(char sign, Pointer left, Pointer right) {
    Pointer made = make(Expression::binary, Type::number, sign);
    made->parts.push_back(typed(std::move(left), Type::number));
    made->parts.push_back(typed(std::move(right), Type::number));
    return made;
  }

  Pointer operators(const std::string &signs) {
    const bool is_sum = signs == "+-";
    Pointer left = is_sum ? operators("*") : factor();
    while (token_.size() == 1 && signs.find(token_) != std::string::npos) {
      const char sign = token_[0];
      next();
      left = binary(sign, std::move(left), is_sum ? operators("*") : factor());
    }
    return left;
  }

  Pointer factor() {
    if (accept("(")) {
      Pointer inner = expression();
      expect(")");
      return inner;
    }
    if (!token_.empty() && std::isdigit(static_cast<unsigned char>(token_[0]))) {
      if (token_.size() > 18) fail("a number of at most 18 digits");
      Pointer made = make(Expression::number, Type::number, std::stoll(token_));
      next();
      return made;
    }
    if (accept("nil")) return make(Expression::nil, Type::list);
    const std::string name = word();
    if (token_ == "(") return call(name);
    for (size_t i = variables_.size(); i-- > 0;) {
      if (variables_[i].name != name) continue;
      Pointer made = make(Expression::variable, variables_[i].type);
      made->name = name;
      return made;
    }
    throw std::runtime_error("there is no variable " + name);
  }

  Pointer call(const std::string &name) {
    static const struct {
      const char *name;
      Type result;
      std::vector<Type> parameters;
    } built_in[] = {{"cons", Type::list, {Type::number, Type::list}},
                    {"head", Type::number, {Type::list}},
                    {"tail", Type::list, {Type::list}},
                    {"empty", Type::number, {Type::list}}};
    Pointer made = make(Expression::call, Type::number);
    std::vector<Type> parameters;
    bool is_known = false;
    for (const auto &function : built_in) {
      if (name != function.name) continue;
      is_known = true;
      made->type = function.result;
      parameters = function.parameters;
    }
    if (!is_known) {
      made->function = scope_.find(name);
      if (made->function == nullptr) throw std::runtime_error(name + " is not defined");
      made->type = made->function->signature.result;
      for (const Parameter &parameter : made->function->signature.parameters)
        parameters.push_back(parameter.type);
    }
    made->name = name;
    expect("(");
    for (size_t i = 0; i < parameters.size(); i++) {
      if (i > 0) expect(",");
      made->parts.push_back(typed(expression(), parameters[i]));
    }
    expect(")");
    return made;
  }

  const std::string &text_;
  size_t at_ = 0;
  std::string token_;
  Scope &scope_;
  std::vector<Parameter> variables_;
};

} // namespace

Line parse(const std::string &text, Scope &scope) { return Parser(text, scope).line(); }
